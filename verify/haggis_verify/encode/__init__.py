"""The typed form as terms: values, states, expressions, effects and transitions."""
