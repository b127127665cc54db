// What only this screen remembers; where nothing may be kept it holds until the page is left.
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Nothing may be kept here.
  }
}

export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
