import { type Ref, useState } from 'react'
import type { FieldControl } from './field.tsx'

type Props = {
  control: FieldControl
  value: readonly string[]
  onChange: (addresses: string[]) => void
  onBlur?: () => void
  required?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Edits email addresses as a text, separated by commas or spaces. */
export function EmailsInput({ control, value, onChange, ...rest }: Props) {
  const [text, setText] = useState(value.join(', '))
  return (
    <input
      {...control}
      {...rest}
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(target.value.split(/[\s,;]+/).filter(Boolean))
      }}
    />
  )
}
