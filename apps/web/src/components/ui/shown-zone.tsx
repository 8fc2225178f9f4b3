import { shownTimeZone } from '../../lib/format.ts'

/** Names the time zone of the times on the page. */
export const ShownZone = ({ className }: { className?: string }) => <p className={className}>Times in {shownTimeZone()}</p>
