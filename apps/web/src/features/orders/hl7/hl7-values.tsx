import type { Hl7Value } from '@readroom/contracts/orders/hl7-endpoints'

/** Shows a message value by value. */
export function Hl7Values({ values }: { values: readonly Hl7Value[] }) {
  return (
    <dl aria-label="Values" className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {values.map(({ place, value }) => (
        <div key={`${place} ${value}`} className="col-span-2 grid grid-cols-subgrid">
          <dt className="num text-text-3">{place}</dt>
          <dd dir="auto" className="break-words whitespace-pre-wrap">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
