/** Why a data directory cannot be used; the message is one sentence for the operator. */
export class DataDirError extends Error {
  readonly reason: 'locked' | 'unusable'

  constructor(reason: 'locked' | 'unusable', message: string) {
    super(message)
    this.name = 'DataDirError'
    this.reason = reason
  }
}
