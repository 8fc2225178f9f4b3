export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-[18px] min-w-[18px] place-items-center rounded-xs border border-line-strong bg-surface px-1 font-sans text-2xs text-text-2">
      {children}
    </kbd>
  )
}
