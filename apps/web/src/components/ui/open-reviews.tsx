/** Renders the number of open identity reviews and received changes. */
export function OpenReviews({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="num relative ml-1.5 rounded-full bg-urgent px-1.5 text-xs font-semibold text-on-urgent">
      {count}
      <span className="sr-only"> identity questions open</span>
    </span>
  )
}
