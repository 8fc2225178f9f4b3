import type { WorklistRow } from '@readroom/contracts/studies'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { isEmergency } from '../../components/study/study-facts.tsx'
import { rowName } from './cells.tsx'

type Props = {
  study: WorklistRow
  index: number
  top: number
  height: number
  selected: boolean
  active: boolean
  tabbable: boolean
  onActivate: (studyId: string) => void
  onOpen: (study: WorklistRow) => void
  children: ReactNode
}

/** A click on a control, or the end of marking text, is not a click on the row. */
export function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const onControl = event.target instanceof Element && event.target.closest('button,a,input,label,[data-interactive]') !== null
  return !onControl && window.getSelection()?.isCollapsed !== false
}

export function WorklistTableRow({ study, index, top, height, selected, active, tabbable, onActivate, onOpen, children }: Props) {
  const ref = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (active && !document.querySelector('[role=dialog],[role=alertdialog]')) ref.current?.focus({ preventScroll: true })
  }, [active])

  const open = (event: MouseEvent<HTMLElement>) => {
    if (!isPlainClick(event)) return
    onActivate(study._id)
    onOpen(study)
  }
  return (
    <tr
      ref={ref}
      className="wl-row"
      aria-rowindex={index + 2}
      aria-label={rowName(study)}
      data-study={study._id}
      data-selected={selected || undefined}
      data-urgent={isEmergency(study) || undefined}
      tabIndex={tabbable ? 0 : -1}
      style={{ height, transform: `translateY(${top}px)` }}
      onFocus={() => onActivate(study._id)}
      onClick={open}
    >
      {children}
    </tr>
  )
}
