import { h } from './dom.ts'

const WIDTH = 640
const HEIGHT = 400

/**
 * A viewfinder with a specimen instead of a camera picture: no check of the kit needs a real
 * picture.
 */
export function viewfinder(kind: 'document' | 'face', label: string): HTMLCanvasElement {
  const canvas = h('canvas', { width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': label })
  const context = canvas.getContext('2d')!
  context.fillStyle = '#2b323a'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  if (kind === 'document') drawDocument(context)
  else drawFace(context)
  return canvas
}

/** Returns the content of the viewfinder as a photo. */
export function photograph(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(blob) : reject(new Error('the browser could not encode the canvas as JPEG')),
      'image/jpeg',
      0.9,
    )
  })
}

function drawDocument(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#e8eef4'
  context.fillRect(60, 50, 520, 300)
  context.fillStyle = '#0b57b7'
  context.fillRect(60, 50, 520, 44)
  context.fillStyle = '#9aa7b5'
  context.fillRect(90, 124, 130, 160)
  context.fillStyle = '#4a5563'
  for (const [y, width] of [
    [130, 250],
    [166, 190],
    [202, 220],
    [238, 150],
  ] as const)
    context.fillRect(250, y, width, 12)
  context.font = '22px monospace'
  context.fillText('P<UTOSPECIMEN<<ANA<<<<<<<<<<<<<<', 84, 324)
  context.fillStyle = '#fff'
  context.font = 'bold 24px sans-serif'
  context.fillText('SPECIMEN', 80, 81)
  context.strokeStyle = '#8ab8ff'
  context.lineWidth = 4
  context.strokeRect(44, 34, 552, 332)
}

function drawFace(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#9aa7b5'
  context.beginPath()
  context.ellipse(320, 175, 85, 110, 0, 0, 2 * Math.PI)
  context.fill()
  context.beginPath()
  context.ellipse(320, 420, 180, 130, 0, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = '#8ab8ff'
  context.lineWidth = 4
  context.setLineDash([14, 10])
  context.beginPath()
  context.ellipse(320, 185, 125, 160, 0, 0, 2 * Math.PI)
  context.stroke()
}
