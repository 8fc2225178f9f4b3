import type { DatePreset } from '@readroom/contracts/study-filters'
/** Calendar days as yyyy-mm-dd, both included; null is open. */
export type DayRange = {
  from: string | null
  to: string | null
}
/** The calendar day that it is in an IANA time zone. */
export declare function dayOf(instant: Date, zone: string): string
/** The calendar days in `zone` that a preset means at `now`; null where it means no whole days. */
export declare function dayRangeOf(preset: DatePreset, now: Date, zone: string): DayRange | null
