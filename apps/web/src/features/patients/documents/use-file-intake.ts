import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'

const isEditable = (target: EventTarget | null) => target instanceof Element && target.closest('input, textarea') !== null

/** Takes files that are dropped on a section or pasted anywhere on the page. Text pasted into a field stays text. */
export function useFileIntake(take: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const isText = isEditable(event.target) && event.clipboardData?.types.includes('text/plain')
    if (files.length === 0 || isText) return
    event.preventDefault()
    take(files)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    isOver,
    dropTarget: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        take([...event.dataTransfer.files])
      },
    },
  }
}
