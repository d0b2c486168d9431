// The terms of a text: the same thing said in other words has the same terms.
import assert from 'node:assert/strict';
import { searchWordsOf, stem, termsOf, wordsOf } from '../../../src/memory/terms.js';

const same = (...texts: readonly string[]): void => {
  const [first = '', ...others] = texts;
  assert.notDeepEqual(termsOf(first), []);
  for (const text of others) assert.deepEqual(termsOf(text), termsOf(first), text);
};

describe('the terms of a text', () => {
  it('are the same for synonyms, across the languages', () => {
    same('db', 'Database', 'Datenbanken', 'the databases');
    same('auth', 'authentication', 'Anmeldung', 'log in');
    same('config', 'configuration', 'Konfiguration', 'Einstellungen');
    same('licence', 'license', 'Lizenz');
    same('show', 'displayed', 'anzeigen');
    same('CI', 'pipeline');
    same('repo', 'repository', 'Repositories');
    same('dependencies', 'package', 'library', 'Bibliothek', 'Paket');
    same('test', 'specs', 'Testen');
  });

  // The square of the length takes minutes, and mocha's limit of time ends it.
  it('are found in linear time in a word of a million letters', () => {
    assert.equal(termsOf('order'.repeat(200_000)).length, 1);
  });

  it('leave plurals and verb endings of both languages out', () => {
    same('widget', 'widgets');
    same('paging', 'paged');
    same('Kachel', 'Kacheln');
    same('formuliert', 'formulieren', 'Formulierung');
    same('inactive', 'inaktiv', 'inaktive');
    same('category', 'Kategorie', 'categories');
  });

  it('leave stop words out', () => {
    assert.deepEqual(termsOf('Which of these do you want to use for it?'), []);
    assert.deepEqual(termsOf('Welche davon möchtest du dafür verwenden?'), []);
  });

  it('cut names and German compounds at their parts', () => {
    assert.deepEqual(wordsOf('getUserById, created_at, src/HTTPServer.ts'), [
      ...['get', 'user', 'by', 'id', 'created', 'at', 'src', 'http', 'server', 'ts'],
    ]);
    same('Exportformat', 'export format');
    same('front-end', 'frontend');
  });

  it('keep known names and versions whole', () => {
    assert.deepEqual(wordsOf('PostgreSQL 16.2 on GitHub'), ['postgresql', '16.2', 'on', 'github']);
  });

  it('of a search have the whole name and its parts', () => {
    assert.deepEqual(searchWordsOf('OrderService'), ['orderservice', 'order', 'service']);
  });

  it('have no accents and one spelling of ß', () => {
    same('Größe', 'GRÖSSE');
    assert.equal(stem('straße'.replace('ß', 'ss')), stem('strasse'));
  });

  it('come from any script', () => {
    assert.deepEqual(termsOf('数据库 и тесты'), ['数据库', 'и', 'тесты']);
    assert.deepEqual(termsOf('🙂 … —'), []);
  });
});
