// A link to an answer is laid out for one from the start: the page loads this in its head, and again
// behind the box, which then has the question before it is first painted.
{
  const question = new URLSearchParams(location.search).get("q");
  const box = document.getElementById("hg-q");
  if (question) document.documentElement.classList.add("hg-asked");
  if (question && box) box.value = question;
}
