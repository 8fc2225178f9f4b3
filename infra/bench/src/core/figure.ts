/** One measured value and the limit that it must not exceed. */
export type Figure = { name: string; value: number; unit: string; limit: number }

export const isOver = ({ value, limit }: Figure) => !(value <= limit)

/** One line for the terminal and for CI's log. */
export function describeFigure(figure: Figure): string {
  const { name, value, unit, limit } = figure
  const text = `${name}: ${Number(value.toPrecision(3))}${unit} (limit ${limit}${unit})`
  return `${isOver(figure) ? 'OVER' : 'ok  '} ${text}`
}
