// What is wider than its place is scrolled by keyboard, too.
function makeReachable() {
  for (const each of document.querySelectorAll("pre > code, .md-typeset__scrollwrap")) {
    if (each.scrollWidth > each.clientWidth) each.setAttribute("tabindex", "0");
    else each.removeAttribute("tabindex");
  }
}
window.addEventListener("load", makeReachable);
window.addEventListener("resize", makeReachable);
