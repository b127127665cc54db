// Brings the way that was taken into sight, where the ways are wider than the phone.
const here = document.querySelector(".ways [aria-current]");
if (here) here.parentElement.scrollLeft = here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;
