/** How long to wait, in ms, for a program to take the focus. The link is followed again after `secondAttempt`. */
const patience = 3000
const secondAttempt = 500

/** Follows a link like a click does. Without a program for it, the page stays. */
function follow(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  link.click()
}

/** Opens a link to a desktop program. Returns true if one opened. Browsers don't report that, but this window then loses the focus or gets it back. */
export function openProgram(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const watching = new AbortController()
    const finish = (opened: boolean) => {
      watching.abort()
      clearTimeout(again)
      clearTimeout(end)
      resolve(opened)
    }
    for (const event of ['blur', 'focus']) window.addEventListener(event, () => finish(true), { signal: watching.signal })
    const again = setTimeout(() => window.location.assign(url), secondAttempt)
    const end = setTimeout(() => finish(false), patience)
    follow(url)
  })
}
