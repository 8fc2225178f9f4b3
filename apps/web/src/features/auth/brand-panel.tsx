import { Brand } from '../../components/ui/brand.tsx'
import contours from './contours.svg'

/** The quiet side of the sign-in: an axial slice drawn as contour lines, and what the product is for. */
export function BrandPanel() {
  return (
    <aside className="relative flex flex-col gap-4 overflow-hidden bg-panel p-5 text-panel-text lg:gap-8 lg:p-12">
      <Brand className="text-lg" markClass="text-panel-mark" />
      <img
        src={contours}
        alt=""
        className="min-h-0 flex-1 object-contain max-lg:absolute max-lg:top-3 max-lg:right-2 max-lg:h-32 max-lg:opacity-70"
      />
      <div className="max-lg:max-w-52">
        <h2 className="text-xl font-semibold tracking-tight lg:text-2xl">Global specialists</h2>
        <p className="mt-1 max-w-120 text-md text-panel-text-2 lg:text-lg">
          Radiologists in every time zone read the studies your laboratories send, day and night.
        </p>
      </div>
    </aside>
  )
}
