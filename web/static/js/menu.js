// The menu of further pages closes when somebody goes on elsewhere, and with Escape.
const opened = () => document.querySelector(".more-ways[open]"); // drawn anew with another game

function close(event) {
  const menu = opened();
  if (menu && !menu.contains(event.relatedTarget ?? event.target)) menu.open = false;
}

document.addEventListener("pointerdown", close);
document.addEventListener("focusout", (event) => event.relatedTarget && close(event));
document.addEventListener("keydown", (event) => {
  const menu = opened();
  if (event.key !== "Escape" || !menu?.contains(event.target)) return;
  event.stopImmediatePropagation(); // it closes one thing at a time
  menu.open = false;
  menu.querySelector("summary").focus();
});
