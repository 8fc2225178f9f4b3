import { Brand } from '../components/ui/brand.tsx'

export function LoadingView() {
  return (
    <main className="grid h-full place-content-center justify-items-center gap-2 px-6 text-center" role="status">
      <Brand className="mb-4 text-lg" size={24} />
      <h1 className="text-xl font-semibold">Loading Medical Platform</h1>
      <p className="text-text-2">Please wait while we verify your credentials...</p>
    </main>
  )
}
