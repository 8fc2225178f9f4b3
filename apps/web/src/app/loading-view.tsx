import { LoaderCircle } from 'lucide-react'
import { Brand } from '../components/ui/brand.tsx'

export function LoadingView() {
  return (
    <main className="grid h-full place-content-center px-6">
      <div role="status" className="grid justify-items-center gap-2 text-center">
        <Brand className="mb-4 text-lg" size={24} />
        <LoaderCircle size={24} className="mb-2 animate-spin text-accent" aria-hidden />
        <h1 className="text-xl font-semibold">Loading Medical Platform</h1>
        <p className="text-text-2">Please wait while we verify your credentials...</p>
      </div>
    </main>
  )
}
