import type { ReactNode } from 'react'

/** What is wrong with the form as a whole. */
export function FormMessage({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <div role="alert" className="rounded-sm bg-red-wash px-3 py-2.5 break-words text-red-fg">
      {children}
    </div>
  )
}
