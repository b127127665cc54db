// The menu of further pages closes when somebody goes on elsewhere, and with Escape.
const menu = document.querySelector(".more-ways");

function close(event) {
  if (!menu?.open || menu.contains(event.relatedTarget ?? event.target)) return;
  menu.open = false;
}

document.addEventListener("pointerdown", close);
menu?.addEventListener("focusout", (event) => event.relatedTarget && close(event));
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  event.stopPropagation(); // it closes one thing at a time
  menu.open = false;
  menu.querySelector("summary").focus();
});
