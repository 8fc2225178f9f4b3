import { type CtWindow, ctWindows } from './ct-windows.ts'

export const viewerCommandGroups = [
  'Windows',
  'Images and series',
  'View',
  'Layout',
  'Left mouse button',
  'Measurements',
  'Cine',
] as const
export type ViewerCommandGroup = (typeof viewerCommandGroups)[number]

export type ViewerCommand = {
  id: string
  group: ViewerCommandGroup
  label: string
  /** The viewer's command with its options. Those that begin with `readroom` are ours, the others are OHIF's. */
  run: readonly [command: string, options?: Readonly<Record<string, unknown>>]
  /** The button of the viewer's toolbar that does the same. */
  button?: string
}

const tool = (toolName: string) => ['setToolActiveToolbar', { toolName }] as const
const window = (name: CtWindow) =>
  ({
    id: `window-${name}`,
    group: 'Windows',
    label: `${ctWindows[name].name} window (W ${ctWindows[name].width} L ${ctWindows[name].level})`,
    run: ['readroomWindow', { window: name }],
  }) as const satisfies ViewerCommand
const grid = (numRows: number, numCols: number) => ['setViewportGridLayout', { numRows, numCols }] as const

/** Every command of the viewer that a key can be bound to. The page, the API and the viewer read this table. */
export const viewerCommands: readonly ViewerCommand[] = [
  window('brain'),
  window('stroke'),
  window('subdural'),
  window('bone'),
  window('temporalBone'),
  window('lung'),
  window('mediastinum'),
  window('softTissue'),
  window('liver'),
  window('spine'),
  window('vessels'),
  { id: 'window-own', group: 'Windows', label: 'The image’s own window', run: ['readroomOwnWindow'] },
  { id: 'invert', group: 'Windows', label: 'Invert', run: ['invertViewport'], button: 'invert' },

  { id: 'next-image', group: 'Images and series', label: 'Next image', run: ['nextImage'] },
  { id: 'previous-image', group: 'Images and series', label: 'Previous image', run: ['previousImage'] },
  { id: 'first-image', group: 'Images and series', label: 'First image', run: ['firstImage'] },
  { id: 'last-image', group: 'Images and series', label: 'Last image', run: ['lastImage'] },
  { id: 'next-series', group: 'Images and series', label: 'Next series', run: ['readroomSeries', { direction: 1 }] },
  { id: 'previous-series', group: 'Images and series', label: 'Previous series', run: ['readroomSeries', { direction: -1 }] },
  {
    id: 'link-scrolling',
    group: 'Images and series',
    label: 'Scroll the same planes together, or stop',
    run: ['readroomLinkScrolling'],
    button: 'ImageSliceSync',
  },

  {
    id: 'actual-size',
    group: 'View',
    label: '1:1 (one image pixel on one screen pixel)',
    run: ['readroomActualSize'],
    button: 'readroomActualSize',
  },
  { id: 'fit', group: 'View', label: 'Fit to the viewport', run: ['fitViewportToWindow'] },
  { id: 'zoom-in', group: 'View', label: 'Zoom in', run: ['scaleUpViewport'] },
  { id: 'zoom-out', group: 'View', label: 'Zoom out', run: ['scaleDownViewport'] },
  { id: 'reset', group: 'View', label: 'Reset the view', run: ['resetViewport'], button: 'Reset' },
  { id: 'rotate-right', group: 'View', label: 'Rotate right', run: ['rotateViewportCW'], button: 'rotate-right' },
  { id: 'rotate-left', group: 'View', label: 'Rotate left', run: ['rotateViewportCCW'] },
  {
    id: 'flip-horizontally',
    group: 'View',
    label: 'Flip horizontally',
    run: ['flipViewportHorizontal'],
    button: 'flipHorizontal',
  },
  { id: 'flip-vertically', group: 'View', label: 'Flip vertically', run: ['flipViewportVertical'] },
  {
    id: 'overlays',
    group: 'View',
    label: 'Overlays of the image, on or off',
    run: ['toggleEnabledDisabledToolbar', { itemId: 'ImageOverlayViewer' }],
    button: 'ImageOverlayViewer',
  },
  {
    id: 'reference-lines',
    group: 'View',
    label: 'Reference lines, on or off',
    run: ['toggleEnabledDisabledToolbar', { itemId: 'ReferenceLines' }],
    button: 'ReferenceLines',
  },
  { id: 'tags', group: 'View', label: 'DICOM tags of the image', run: ['openDICOMTagViewer'], button: 'TagBrowser' },

  { id: 'mpr', group: 'Layout', label: 'MPR, or back', run: ['readroomMpr'], button: 'readroomMpr' },
  { id: 'one-up', group: 'Layout', label: 'The active viewport alone, or all', run: ['toggleOneUp'] },
  { id: 'next-viewport', group: 'Layout', label: 'Next viewport', run: ['incrementActiveViewport'] },
  { id: 'previous-viewport', group: 'Layout', label: 'Previous viewport', run: ['decrementActiveViewport'] },
  { id: 'layout-1', group: 'Layout', label: 'One viewport', run: grid(1, 1) },
  { id: 'layout-2', group: 'Layout', label: 'Two viewports', run: grid(1, 2) },
  { id: 'layout-4', group: 'Layout', label: 'Four viewports', run: grid(2, 2) },
  { id: 'next-stage', group: 'Layout', label: 'Next stage of the layout', run: ['nextStage'] },
  { id: 'previous-stage', group: 'Layout', label: 'Previous stage of the layout', run: ['previousStage'] },

  { id: 'tool-window', group: 'Left mouse button', label: 'Window', run: tool('WindowLevel'), button: 'WindowLevel' },
  { id: 'tool-zoom', group: 'Left mouse button', label: 'Zoom', run: tool('Zoom'), button: 'Zoom' },
  { id: 'tool-pan', group: 'Left mouse button', label: 'Move', run: tool('Pan'), button: 'Pan' },
  { id: 'tool-scroll', group: 'Left mouse button', label: 'Scroll', run: tool('StackScroll'), button: 'StackScroll' },
  { id: 'tool-magnify', group: 'Left mouse button', label: 'Magnifying glass', run: tool('Magnify'), button: 'Magnify' },
  {
    id: 'tool-crosshairs',
    group: 'Left mouse button',
    label: 'Crosshairs (MPR)',
    run: ['toggleActiveDisabledToolbar', { itemId: 'Crosshairs', toolGroupIds: ['mpr'] }],
    button: 'Crosshairs',
  },
  { id: 'tool-length', group: 'Left mouse button', label: 'Length', run: tool('Length'), button: 'Length' },
  {
    id: 'tool-bidirectional',
    group: 'Left mouse button',
    label: 'Two diameters',
    run: tool('Bidirectional'),
    button: 'Bidirectional',
  },
  { id: 'tool-angle', group: 'Left mouse button', label: 'Angle', run: tool('Angle'), button: 'Angle' },
  { id: 'tool-cobb', group: 'Left mouse button', label: 'Cobb angle', run: tool('CobbAngle'), button: 'CobbAngle' },
  { id: 'tool-probe', group: 'Left mouse button', label: 'Value of a pixel', run: tool('Probe'), button: 'Probe' },
  { id: 'tool-ellipse', group: 'Left mouse button', label: 'Ellipse', run: tool('EllipticalROI'), button: 'EllipticalROI' },
  { id: 'tool-circle', group: 'Left mouse button', label: 'Circle', run: tool('CircleROI'), button: 'CircleROI' },
  { id: 'tool-rectangle', group: 'Left mouse button', label: 'Rectangle', run: tool('RectangleROI'), button: 'RectangleROI' },
  {
    id: 'tool-freehand',
    group: 'Left mouse button',
    label: 'Outline',
    run: tool('PlanarFreehandROI'),
    button: 'PlanarFreehandROI',
  },
  { id: 'tool-arrow', group: 'Left mouse button', label: 'Arrow', run: tool('ArrowAnnotate'), button: 'ArrowAnnotate' },

  { id: 'delete', group: 'Measurements', label: 'Delete the selected measurement', run: ['deleteActiveAnnotation'] },
  { id: 'cancel', group: 'Measurements', label: 'Cancel what is being drawn', run: ['cancelActiveOperation'] },
  { id: 'undo', group: 'Measurements', label: 'Undo', run: ['undo'] },
  { id: 'redo', group: 'Measurements', label: 'Redo', run: ['redo'] },

  { id: 'cine', group: 'Cine', label: 'Cine player, show or hide', run: ['toggleCine'], button: 'Cine' },
  { id: 'cine-play', group: 'Cine', label: 'Play or stop', run: ['readroomCinePlay'] },
  { id: 'cine-faster', group: 'Cine', label: 'Cine faster', run: ['readroomCineSpeed', { step: 1 }] },
  { id: 'cine-slower', group: 'Cine', label: 'Cine slower', run: ['readroomCineSpeed', { step: -1 }] },
]

const byId = new Map(viewerCommands.map((command) => [command.id, command]))

/** Returns a command of this version, or undefined. */
export const viewerCommand = (id: string): ViewerCommand | undefined => byId.get(id)

/** The buttons and wheels of a mouse, and the tools for them. */
export const mouseButtons = {
  left: { label: 'Left button, at first', tools: ['window', 'scroll', 'zoom', 'pan'] },
  middle: { label: 'Middle button', tools: ['pan', 'zoom', 'window', 'scroll', 'magnify', 'none'] },
  right: { label: 'Right button', tools: ['zoom', 'window', 'pan', 'scroll', 'magnify', 'none'] },
  wheel: { label: 'Wheel', tools: ['scroll', 'zoom'] },
  'ctrl-wheel': { label: 'Ctrl and wheel', tools: ['zoom', 'scroll', 'none'] },
} as const satisfies Record<string, { label: string; tools: readonly MouseTool[] }>
export type MouseButton = keyof typeof mouseButtons

/** The tools of a mouse button: their names, and those in the viewer. */
export const mouseTools = {
  window: { label: 'Window', tool: 'WindowLevel' },
  scroll: { label: 'Scroll', tool: 'StackScroll' },
  zoom: { label: 'Zoom', tool: 'Zoom' },
  pan: { label: 'Move', tool: 'Pan' },
  magnify: { label: 'Magnifying glass', tool: 'Magnify' },
  none: { label: 'Nothing', tool: null },
} as const
export type MouseTool = keyof typeof mouseTools
