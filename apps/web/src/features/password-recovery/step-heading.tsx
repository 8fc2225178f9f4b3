import { type ReactNode, useEffect, useRef } from 'react'

type Props = { title: string; focused: boolean; children: ReactNode }

/** A step's heading; it takes the focus when the step follows another. */
export function StepHeading({ title, focused, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {title}
      </h2>
      <p className="mt-1 text-text-2">{children}</p>
    </div>
  )
}
