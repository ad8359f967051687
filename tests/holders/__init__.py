"""Games in which a hidden card says who begins, and a seat plays for another."""
