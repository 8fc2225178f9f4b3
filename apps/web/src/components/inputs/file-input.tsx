import type { ComponentProps } from 'react'

/** The choice of a file, within a field. The button of the browser looks like ours. */
export function FileInput({ className: _look, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...props}
      type="file"
      className="block w-full text-sm file:mr-3 file:h-9 file:rounded-sm file:border file:border-solid file:border-line-strong file:bg-surface file:px-4 file:font-medium file:text-text hover:file:bg-hover max-lg:file:h-11"
    />
  )
}
