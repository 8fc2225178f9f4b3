import { encode } from 'uqr'

/** The white around it that readers need, in modules. */
const quietZone = 4

/** An accession number for a scanner, and below it for people. */
export function AccessionCode({ accessionNumber }: { accessionNumber: string }) {
  const { data, size } = encode(accessionNumber, { ecc: 'M', border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <figure className="w-24 shrink-0 text-center">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="Accession number as a QR code" className="w-full bg-white">
        <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption className="num text-xs break-all">{accessionNumber}</figcaption>
    </figure>
  )
}
