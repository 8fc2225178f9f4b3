import { type KeyboardEvent, useRef, useState } from 'react'

const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export type Mark = {
  /** The position among the marks, for the arrow keys. */
  column: number
  row: number
  box: { x: number; y: number; width: number; height: number; rx?: number }
  words: string
  pressed: boolean
  className: string
  press: () => void
}

/** Returns the nearest mark in that direction, skipping gaps. */
function nextOf(marks: readonly Mark[], from: number, [dx, dy]: readonly [number, number]): number {
  const at = marks[from]
  if (!at) return -1
  const ahead = marks
    .map(({ column, row }, index) => ({
      index,
      along: (column - at.column) * dx + (row - at.row) * dy,
      is: dx ? row === at.row : column === at.column,
    }))
    .filter(({ along, is }) => along > 0 && is)
    .sort((a, b) => a.along - b.along)
  return ahead[0]?.index ?? -1
}

type Props = { marks: readonly Mark[]; tips?: boolean; onLook?: (index: number | null) => void }

/** Shows the clickable marks of a chart. They are one tab stop: arrow keys move between them, Enter or space presses one. */
export function MarksGroup({ marks, tips = false, onLook }: Props) {
  const group = useRef<SVGGElement>(null)
  const [current, setCurrent] = useState(0)
  const stop = Math.min(current, marks.length - 1)

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!move) marks[stop]?.press()
    else group.current?.querySelectorAll('rect')[nextOf(marks, stop, move)]?.focus()
  }
  function look(index: number) {
    setCurrent(index)
    onLook?.(index)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the buttons inside
    <g ref={group} onKeyDown={onKeyDown} onMouseLeave={() => onLook?.(null)}>
      {marks.map(({ box, words, pressed, className, press }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
        <rect
          key={words}
          {...box}
          role="button"
          tabIndex={index === stop ? 0 : -1}
          aria-label={words}
          aria-pressed={pressed}
          data-tip={tips ? words : undefined}
          className={className}
          onFocus={() => look(index)}
          onMouseEnter={() => onLook?.(index)}
          onClick={press}
        />
      ))}
    </g>
  )
}
