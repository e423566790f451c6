import { endWithFile } from './file-end.ts'

endWithFile()
