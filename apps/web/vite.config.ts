import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** Paths that the API answers; everything else is the single page. */
const apiPaths = ['/api', '/fhir', '/auth', '/viewer', '/viewer-app', '/dicom-web', '^/archive-viewer/[^/]+/.']

export default defineConfig(({ mode }) => {
  const target = loadEnv(mode, import.meta.dirname, 'READROOM_').READROOM_API ?? 'http://localhost:8080'
  const proxy = {
    ...Object.fromEntries(apiPaths.map((path) => [path, { target }])),
    '/ws': { target, ws: true },
  }
  return {
    root: import.meta.dirname,
    plugins: [react(), tailwindcss(), compression({ algorithms: ['gzip', 'brotliCompress'], exclude: /\.woff2$/ })],
    // No data: URLs, so that the content security policy can name 'self' alone.
    build: {
      assetsInlineLimit: 0,
      target: 'es2022',
      // Tailwind needs these browsers anyway. For older ones the build would replace `:dir()` by `:lang()`, and patient names have no language.
      cssTarget: ['chrome120', 'firefox128', 'safari16.4'],
      manifest: true,
      // Browsers that run es2022 without preloading modules only load them a little later.
      modulePreload: { polyfill: false },
      // The sign-in page loads these two. Libraries stay in the browser's cache when only our own code changes.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
              { name: 'first-page', tags: ['$initial'] },
            ],
          },
        },
      },
    },
    server: { proxy },
    preview: { proxy },
  }
})
