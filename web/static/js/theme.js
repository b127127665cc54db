// Light or dark as this screen was told, before anything is drawn; otherwise as the device has it.
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Nothing may be kept here: as the device has it.
  }
  if (chosen) document.documentElement.dataset.theme = chosen;
}
