import { describe, expect, it } from 'vitest'
import { placeOf, problemOfUrl, serversOf } from '../../../../server/db/database-url'

describe('the servers of a DATABASE_URL', () => {
  it('are one when it names one, with any other parameters', () => {
    const url = 'postgres://wayline:p%40ss,word@db.example.com:5433/wayline?sslmode=require'
    expect(serversOf(url)).toEqual([url])
    expect(serversOf('postgresql:///wayline?host=/run/postgresql')).toHaveLength(1)
  })

  it('are in its order when it names several, each with the same user, database and settings', () => {
    expect(serversOf('postgres://me:secret@a:5432,b:5433,[::1]/wayline?target_session_attrs=read-write&ssl=1')).toEqual(
      [
        'postgres://me:secret@a:5432/wayline?ssl=1',
        'postgres://me:secret@b:5433/wayline?ssl=1',
        'postgres://me:secret@[::1]/wayline?ssl=1',
      ],
    )
    expect(serversOf('postgres://a,b/wayline?target_session_attrs=primary').map(placeOf)).toEqual(['a:5432', 'b:5432'])
  })

  it.each([
    ['mysql://a/wayline', 'must look like'],
    ['postgres://a:port/wayline', 'must look like'],
    ['wayline', 'must look like'],
    ['postgres://a,b/wayline?target_session_attrs=standby', 'Use read-write'],
  ])('%s: %s', (url, remedy) => {
    expect(problemOfUrl(url)).toContain(remedy)
  })
})
