import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { root } from './tool.ts'

const file = readFileSync(join(root, 'Dockerfile'), 'utf8')
const [, check = ''] = /^RUN (for image in .*)$/m.exec(file) ?? []
const digest = `@sha256:${'0'.repeat(64)}`

describe('base images of the container', () => {
  test('equal the arguments, which the first step checks', () => {
    const baseImages = [...file.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    assert.deepEqual(baseImages, ['$BUILD_IMAGE', '$RUN_IMAGE'])
    assert.match(file, /^FROM \$BUILD_IMAGE AS build\n(ARG .*\n)+RUN for image in /m)
  })

  const cases: readonly (readonly [release: string, build: string, run: string, passes: boolean])[] = [
    ['', 'node:26', 'debian:12', true],
    ['1', 'node:26', 'debian:12', false],
    ['1', `node:26${digest}`, 'debian:12', false],
    ['1', 'node:26', `debian:12${digest}`, false],
    ['1', `node:26${digest}`, `debian:12${digest}`, true],
  ]
  for (const [release, build, run, passes] of cases)
    test(`${release ? 'a release' : 'a build'} from ${build.slice(0, 12)} and ${run.slice(0, 14)} ${passes ? 'passes' : 'fails'}`, () => {
      const env = { RELEASE: release, BUILD_IMAGE: build, RUN_IMAGE: run }
      const { status, stderr } = spawnSync('/bin/sh', ['-c', check], { env, encoding: 'utf8' })
      assert.equal(status, passes ? 0 : 1)
      assert.equal(/a release names \S+ by its digest/.test(stderr), !passes)
    })
})
