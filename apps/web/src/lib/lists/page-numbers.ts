/** The pages to name in a pager: the first, the last, the current with its neighbours, and null for a gap. */
export function pageNumbers(current: number, total: number): (number | null)[] {
  const named = [1, current - 1, current, current + 1, total].filter((page) => page >= 1 && page <= total)
  const pages = [...new Set(named)].sort((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const before = pages[index - 1] ?? page - 1
    // A gap of one page is that page.
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? [null, page] : [page]
  })
}
