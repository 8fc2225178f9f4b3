import { type KeyboardEvent, useRef, useState } from 'react'

const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export type Mark = {
  /** Where it is among the others, for the arrows. */
  column: number
  row: number
  box: { x: number; y: number; width: number; height: number; rx?: number }
  words: string
  pressed: boolean
  className: string
  press: () => void
}

/** The nearest mark in that direction, past what is missing. */
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

/** What can be pressed in a drawing: one tab stop, in which arrows move, and Enter or space presses. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the buttons within
    <g ref={group} onKeyDown={onKeyDown} onMouseLeave={() => onLook?.(null)}>
      {marks.map(({ box, words, pressed, className, press }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: there is no button in SVG
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
