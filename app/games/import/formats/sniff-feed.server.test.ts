import { expect, test } from 'vitest'
import { sniffFeed } from './sniff-feed.server.ts'

const sniff = (text: string) => sniffFeed(Buffer.from(text))

test.each([
  ['[', 'json'],
  [' \n{"games":', 'json'],
  ['\uFEFF[{"title"', 'json'],
  ['title,url\nTower,https://a.example/', 'csv'],
  ['"title";"url"\n', 'csv'],
  ['title\turl', 'csv'],
  ['title|url', 'csv'],
  ['<rss version="2.0"><channel>', 'rss'],
  ['<?xml version="1.0"?>\n<!-- ours -->\n<?xml-stylesheet href="x"?><RSS version="2.0">', 'rss'],
  ['<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "x.dtd" [<!ELEMENT a (b)>]><rss>', 'rss'],
  ['<rdf:RDF xmlns="http://purl.org/rss/1.0/">', 'rss'],
  ['<feed xmlns="http://www.w3.org/2005/Atom">', 'atom'],
  ['<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">', 'atom'],
])('%j is %s', (text, format) => {
  expect(sniff(text)).toBe(format)
  expect(sniffFeed(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe(format)
})

test.each([
  ['', 'is empty'],
  [' \n\t', 'is empty'],
  ['<!doctype html><html>', 'is a web page instead of a feed'],
  ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><HTML>', 'is a web page instead of a feed'],
  ['<html lang="en">', 'is a web page instead of a feed'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'is XML, but neither RSS nor Atom'],
  ['<urlset><url>', 'is XML, but neither RSS nor Atom'],
  ['<rssx>', 'is XML, but neither RSS nor Atom'],
  ['<constructor>', 'is XML, but neither RSS nor Atom'],
  ['<!-- never closed', 'is XML, but neither RSS nor Atom'],
  ['Not found', 'is not JSON, CSV, RSS or Atom'],
  ['"one, two"\nthree', 'is not JSON, CSV, RSS or Atom'],
  ['PK\x03\x04', 'is not text'],
  ['\x1f\x8b\x08', 'is not text'],
])('%j %s', (text, fault) => {
  expect(() => sniff(text)).toThrow(new RegExp(`^${fault}$`))
})
