import fc from 'fast-check'
import { TEST_SEED } from '../../scripts/lib/test-seed.mjs'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: TEST_SEED })
