/** The commands that undo others. A viewport that was flipped is flipped back by no presentation. */
const opposites = {
  'flip-horizontally': 'flip-horizontally',
  'flip-vertically': 'flip-vertically',
  delete: 'undo',
  'next-stage': 'previous-stage',
  'previous-stage': 'next-stage',
  'link-scrolling': 'link-scrolling',
  overlays: 'overlays',
  'reference-lines': 'reference-lines',
  mpr: 'mpr',
  'one-up': 'one-up',
  cine: 'cine',
  'cine-play': 'cine-play',
  'tool-crosshairs': 'tool-crosshairs',
}

/** Remembers how the images are shown, and puts it back. `run` runs a bound command by its id. */
export function createPutBack({ services, run, runTool }) {
  /** The viewports with their look, the tool of the left button, and the commands since. Null before anything is remembered. */
  let kept = null
  const { viewportGridService, cornerstoneViewportService, toolGroupService } = services
  const drawings = () =>
    [...viewportGridService.getState().viewports.keys()]
      .map((id) => cornerstoneViewportService.getCornerstoneViewport(id))
      .filter((drawing) => drawing?.getViewPresentation)
  const lookOf = (drawing) => {
    const { voiRange, invert } = drawing.getProperties()
    return {
      drawing,
      view: drawing.getViewPresentation(),
      properties: { ...(voiRange && { voiRange }), invert: invert ?? false },
    }
  }
  const primary = () => toolGroupService.getToolGroup()?.getActivePrimaryMouseButtonTool()

  return {
    remember() {
      kept = { looks: drawings().map(lookOf), tool: primary(), ran: [] }
    },
    note: (id) => kept?.ran.push(id),
    putBack() {
      const { looks = [], tool, ran = [] } = kept ?? {}
      kept = null
      for (const id of ran.toReversed()) if (id in opposites) run(opposites[id])
      if (tool && primary() !== tool) runTool(tool)
      const present = drawings()
      for (const { drawing, view, properties } of looks.filter((look) => present.includes(look.drawing))) {
        drawing.setProperties(properties)
        drawing.setViewPresentation(view)
        drawing.render()
      }
    },
  }
}
