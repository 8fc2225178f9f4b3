/** Renders a line along the top of the window while something loads. Appears only if it takes longer than a moment. */
export function ProgressLine() {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className="progress-line fixed inset-x-0 top-0 z-(--z-tooltip) h-0.5 overflow-hidden bg-accent-wash"
    >
      <div className="h-full w-1/3 bg-accent" />
    </div>
  )
}
