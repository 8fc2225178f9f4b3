/** Specification 9, in milliseconds: a program has so long to take the focus, and is asked once more on the way. */
const patience = 3000
const secondAttempt = 500

/** A navigation, as by a click: without a program for it the page stays as it is. */
function follow(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  link.click()
}

/** Opens a link of a desktop program. Answers whether one came: a browser does not say, but then this window loses the focus, or gets it back. */
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
