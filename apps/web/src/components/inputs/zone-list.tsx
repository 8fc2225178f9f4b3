/** The id of the list of zones, for the `list` of an input. */
export const zoneList = 'time-zones'

/** Shows all time zones the browser knows, as suggestions while typing. */
export function ZoneList() {
  return (
    <datalist id={zoneList}>
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  )
}
