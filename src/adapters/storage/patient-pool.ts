import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** A pool for requests that is another one while work goes on that nobody waits for. */
export class PatientPool implements PostgresPool {
  readonly options: object
  private readonly bounded: PostgresPool
  private readonly patient: PostgresPool
  private patientWork = 0

  constructor(bounded: PostgresPool, patient: PostgresPool) {
    this.bounded = bounded
    this.patient = patient
    this.options = bounded.options
  }

  async patiently<T>(work: () => Promise<T>): Promise<T> {
    this.patientWork++
    try {
      return await work()
    } finally {
      this.patientWork--
    }
  }

  connect(): Promise<PostgresPoolClient> {
    return (this.patientWork > 0 ? this.patient : this.bounded).connect()
  }

  end(): Promise<void> {
    return this.bounded.end()
  }
}
