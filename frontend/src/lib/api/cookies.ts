/** The value of a cookie, or "" where there is none. */
export function readCookie(name: string): string {
  for (const pair of document.cookie.split("; ")) {
    const [key, ...value] = pair.split("=");
    if (key === name) return decodeURIComponent(value.join("="));
  }
  return "";
}
