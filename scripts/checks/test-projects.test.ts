import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'
import { root } from '../infra/paths.mjs'

type Project = { test?: { name?: string; root?: string; include?: string[]; exclude?: string[] } }

const projects = (config.test?.projects ?? []).map((project) => (project as Project).test ?? {})

/** Returns the absolute paths of these entries of a project; a pattern becomes a path at which no file exists. */
const listPaths = (entries: string[] = [], folder = '.') => entries.map((entry) => join(root, folder, entry))

test('a project excludes single files, so that a new test with a similar path runs', () => {
  for (const { root: folder, exclude } of projects)
    expect(listPaths(exclude, folder).filter((path) => !existsSync(path))).toEqual([])
})

test('each excluded file is in exactly one other project', () => {
  const included = projects.flatMap(({ root: folder, include }) => listPaths(include, folder)).filter(existsSync)
  const excluded = projects.flatMap(({ root: folder, exclude }) => listPaths(exclude, folder))
  expect(excluded.toSorted()).toEqual(included.toSorted())
})
