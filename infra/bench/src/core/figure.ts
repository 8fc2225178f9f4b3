/** One measured value and the limit that it must not exceed. */
export type Figure = { name: string; value: number; unit: string; limit: number }

export const isOver = ({ value, limit }: Figure) => !(value <= limit)

const written = (value: number) => Number(value.toPrecision(3))

/** Returns a figure as a line of the printed table. */
export const toLine = (benchmark: string, figure: Figure) => ({
  benchmark,
  figure: figure.name,
  value: `${written(figure.value)}${figure.unit}`,
  limit: `${written(figure.limit)}${figure.unit}`,
  'of limit': written(figure.value / figure.limit),
  '': isOver(figure) ? 'OVER' : '',
})
