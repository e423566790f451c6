/** A frame of server-sent events. */
export interface Frame {
  id: string
  event: string
  data: any
}

/** Frames of a stream's text; comments are left out. */
export function framesOf(stream: string): Frame[] {
  return stream
    .split('\n\n')
    .filter((frame) => frame !== '' && !frame.startsWith(':'))
    .map((frame) => {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? ''
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
    })
}
