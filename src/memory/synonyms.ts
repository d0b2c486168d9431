// Words that developers use for the same thing, in English and German. Owns the table; must not know how a word becomes a term.

/**
 * Groups end with a semicolon. The first word stands for all of its group. A group of one word makes it known, so that a German compound can be cut before or behind it.
 */
const groups = `
accent akzent; access zugriff zugang zugreifen; accessibility a11y barrierefreiheit barrierefrei; account konto; action aktion;
add insert append hinzufügen ergänzen einfügen hinzunehmen hinzugefügt eingefügt ergänzt; address adresse; admin administrator administration;
allow allowed permit permitted permission permissions erlauben erlaubt erlaubnis berechtigung berechtigungen recht rechte;
amount amounts sum betrag beträge summe; analytics analyse; animation animate animated animieren animiert; answer response reply antwort antworten;
api interface schnittstelle; app application anwendung applikation programm; appointment termin termine;
approach strategy ansatz strategie vorgehen vorgehensweise; approval approve approved genehmigung genehmigen freigabe freigeben;
archive archived archiv archivieren archiviert; argument parameter param parameters args; article artikel;
assign zuweisen zugewiesen zuordnen zuordnung; assistant wizard assistent; attachment anhang anhänge anlage; attempt try versuch versuche versuchen;
auth authentication authenticate authenticated authenticating authn login signin logon anmeldung anmelden angemeldet einloggen authentifizierung authentifizieren;
authorization authz authorize autorisierung autorisieren; automatic automatically automatisch auto; avatar profile profil profilbild;
backend serverside; background hintergrund; backup backups sicherung sicherungen backed datensicherung; bar leiste; barcode; base basis;
batch stapel; billing invoice rechnung rechnungen; black schwarz; block blockieren blockiert; blue blau; bottom unten; branch zweig; browser;
bug defect; build bauen gebaut building built; button knopf schaltfläche taste;
cache cached caching gecacht gecachte zwischenspeicher zwischenspeichern puffer; calendar kalender; camera kamera;
cancel abort abbrechen abbruch cancelled canceled stornieren storniert; cart basket warenkorb; category kategorie; certificate zertifikat;
change modify edit edited modified changed alter ändern änderung änderungen geändert bearbeiten anpassen bearbeitet; changelog;
character zeichen characters; charge abrechnung; chart graph diagramm diagramme charting; chat; check prüfung prüfen prüfungen geprüft verify;
checkout kasse bezahlvorgang; choice auswahl wahl; ci pipeline pipelines; city stadt; class klasse;
cleanup aufräumen bereinigen bereinigung aufgeräumt; client; close schließen geschlossen; cloud; code quellcode quelltext;
collapse collapsed einklappen eingeklappt; color colour colors colours farbe farben farblich; column spalte spalten; combine kombinieren;
command befehl befehle kommando; comment kommentar kommentare; commit committen einchecken committed; company firma unternehmen;
compare vergleich vergleichen; compatibility compatible compat kompatibilität kompatibel; component komponente komponenten;
compress compression komprimieren komprimierung;
config configuration configure configured konfiguration konfigurieren konfig einstellung einstellungen settings setting configurations konfigurationsdatei;
confirm confirmation bestätigen bestätigung bestätigt confirmed; conflict konflikt; connect connection verbindung verbinden verbindungen;
container docker dockerfile; content inhalt inhalte; contract vertrag; convert conversion konvertieren umwandeln; cookie cookies;
copy kopieren kopie; count zählen zähler counter; country land; coverage abdeckung testabdeckung;
create creation created generate generated generation anlegen erstellen erstellt erzeugen erzeugt generieren angelegt generiert;
css stylesheet stylesheets; currency währung währungen; current aktuell aktuelle aktuellen currently derzeit; customer kunde kunden;
dark dunkel dunkle dunkles dunkler; dashboard; data daten; database db datenbank datenbanken dbms datenbanksystem databases dbs; date datum dates;
day tag tage days daily täglich; deadline frist; debug; decrease reduce verringern reduzieren senken;
default standard standardmäßig voreinstellung vorgabe vorausgewählt; delay verzögerung;
delete remove drop deletion removal removed deleted löschen entfernen gelöscht entfernt löschung wegwerfen;
deliver delivery liefern lieferung zustellen zustellung; department abteilung;
dependency dependencies package packages library libraries lib libs abhängigkeit abhängigkeiten bibliothek bibliotheken paket pakete modul module;
deploy deployment deployed deployt deployen bereitstellen bereitstellung ausrollen hosting host hosted deployments; description beschreibung;
desktop; detail details; development dev entwicklung; device gerät geräte; dialog dialogue modal popup dialogfenster; directive anweisung;
directory folder ordner verzeichnis directories folders;
disable deactivate ausschalten deaktivieren abschalten disabled deaktiviert abgeschaltet turnoff turnedoff switchoff; discard verwerfen;
discount rabatt; display show shown displayed anzeigen angezeigt anzeige darstellen dargestellt zeigen rendern erscheinen;
distribution verteilung verteilen; documentation docs doc document doku dokumentation dokumentieren documenting; domain; download herunterladen;
draft entwurf; driver treiber; duplicate duplicates doppelt doppelte doppelten dublette dubletten duplikat; duration dauer lebensdauer lifetime ttl;
e2e endtoend; editor; email mail e-mail emails mails; employee mitarbeiter staff; empty leer leeren;
enable activate aktivieren einschalten enabled activated aktiviert eingeschaltet anschalten turnon turnedon switchon;
encoding charset zeichensatz kodierung zeichenkodierung encoded; encryption encrypt verschlüsselung verschlüsseln encrypted verschlüsselt;
endpoint route endpunkt; english englisch; entry eintrag einträge entries; enum; environment env umgebung umgebungsvariable umgebungsvariablen;
error errors exception fehler ausnahme; evening abend; event ereignis ereignisse; exceed exceeds überschreiten überschreitet;
existing vorhanden vorhandene vorhandenen bestehende bestehenden; expand ausklappen; expire expiry expiration ablaufen abläuft;
export exportieren exportiert exported; expose bereitgestellt; extend erweitern; external extern externe externen;
fail failed failure failing fails broken fehlschlagen fehlgeschlagen fehlgeschlagene fehlgeschlagenen fehlschlägt scheitern; fast quick schnell;
feature funktionalität; field feld felder; file datei dateien files; filter filtern gefiltert; find finden;
fix repair beheben korrigieren fixen reparieren beseitigen beseitigt; flag schalter toggle; font schrift schriftart; footer fußzeile;
form formular forms formulare; format formatting formatieren formatierung formatter formatted formatierer; framework;
frequency interval intervall abstand häufigkeit often oft; friend freund; frontend clientside; function funktion method methode functions funktionen;
german deutsch deutschen; git; github; gitlab; global; graphql; green grün; grey gray grau; group gruppe gruppen;
grouping gliedern gegliedert gliederung organize organized structure structured struktur aufbau aufgebaut strukturieren strukturiert layout;
guest gast gäste; handle handled handling umgehen umgang umgegangen behandeln behandelt; hash; header kopfzeile; highlight hervorheben;
hint hinweis hinweise; history verlauf historie; hour stunde stunden hourly stündlich; icon symbol icons; id identifier;
image picture photo bild bilder foto images pictures;
implement implementation implementing umsetzen umgesetzt implementieren implementierung umsetzung; import importieren importiert imported;
increase erhöhen; indentation indent einrückung einrücken; index; input eingabe eingaben; install installieren installation;
internal intern interne internen; invalid ungültig ungültige ungültigen; invite invitation einladen einladung; item element posten; javascript js;
job task aufgabe jobs aufgaben;
keep retain preserve retention stay bleiben behalten aufbewahren beibehalten kept retained aufbewahrung aufbewahrt aufbewahrungsdauer; key schlüssel;
keyboard tastatur; known bekannt; kubernetes k8s; label beschriftung ; language sprache sprachen languages; latency latenz; left links;
legacy altlast; length länge lang; letter buchstabe buchstaben; level stufe; license licence lizenz lizenzen licensing licenses licences;
limit grenze begrenzung maximum max maximal maximale maximalen höchstens höchstzahl obergrenze atmost upto; lint linter linting eslint;
list liste listen; load laden geladen loading ladezeit; local lokal locally; location place stelle ort placed platziert; lock sperre sperren;
lockout aussperren; log logs logging logger protokoll protokollieren logged protokolliert; loop schleife; maintenance wartung;
manual hand händisch manuell; map karte; member mitglied mitglieder members; memory arbeitsspeicher ram; menu menü; merge zusammenführen mergen;
message nachricht nachrichten messages meldung meldungen; mfa 2fa twofactor zweifaktor; middleware;
migrate migration migrations migrieren migriert migrationen switch umstellen umsteigen; minimum min mindestens minimal mindest least lowest atleast;
minute minuten; missing fehlend fehlende fehlenden lacks; mobile mobil; mock attrappe; model modell; money geld; mongodb mongo;
monitor monitoring überwachen überwachung observability; monorepo; month monat monatlich monthly; morning morgen; move verschieben verschoben;
multiple several mehrere mehreren; mysql; name called named naming heißen heißt benennen benannt bezeichnung namen; namespace namensraum;
navigation nav; network netzwerk; newest latest neueste neuesten; night nightly nacht nachts nächtlich nächtliche nächtlichen; node nodejs;
noise lärm; note notiz notizen notes; notification notify benachrichtigung benachrichtigen benachrichtigt benachrichtigungen notifications notified;
number zahl anzahl viele many; oauth; offline; oldest älteste ältesten; open öffnen geöffnet; openapi; order bestellung bestellungen orders;
outdated veraltet veraltete veralteten obsolete; overwrite überschreiben; owner besitzer eigentümer; page seite seiten;
pagination paginate paginated blättern seitenweise; panel; parallel parallelism gleichzeitig concurrently concurrent concurrency; parse parser;
password passwort kennwort passwörter passwords; path pfad; payment pay zahlung bezahlung zahlungen bezahlen payments;
performance leistung geschwindigkeit speed; person personen people; phone telefon telephone; pixel px; placeholder platzhalter; plan;
platform plattform; plugin erweiterung extension; pool; port; position; postgres postgresql psql; prefix präfix;
preview vorschau vorschaubild vorschaubilder thumbnail thumbnails; price preis preise prices; print drucken; printer drucker; private privat;
process prozess; product produkt produkte products; production prod produktion produktiv produktivsystem; project projekt projekte;
property eigenschaft; protect schützen schutz protection protected; provider anbieter dienstleister vendor; public öffentlich;
publish published veröffentlichen veröffentlicht publishing; pullrequest pr mergerequest mr prs pullrequests; purple lila violett; push pushen;
python py; query abfrage abfragen; queue warteschlange; quote anführungszeichen; random zufällig; range bereich; ratelimit; read lesen; readme;
realtime echtzeit; receive empfangen empfang; record aufzeichnen aufzeichnung; red rot; redirect weiterleitung weiterleiten;
refactor refactoring umbau überarbeiten umbauen refactored; register registration signup registrierung registrieren registriert;
reject ablehnen abgelehnt ablehnung; release version releases versions versionen ausgabe versionsnummer; remember merken;
reminder erinnerung erinnern; rename renamed umbenennen umbenannt umbenennung; replace ersetzen ersetzt;
report bericht berichte reports melden gemeldet reported; repository repo repositorium repos repositories; request anfrage anfragen requests;
require required verlangen erforderlich enforce enforced mandatory pflicht notwendig; reset zurückgesetzt; resolution auflösung;
resource ressource ressourcen; restart neustart neustarten; retry retries retried wiederholen wiederholung wiederholt wiederholungen;
return zurückgeben rückgabe; reuse wiederverwenden; revert undo undoable rückgängig zurücksetzen; review begutachten begutachtung; right rechts;
role rolle rollen roles; round rundung gerundet runden rounding rounded; router routing; row zeile zeilen rows;
run execute ausführen laufen läuft running executed execution ausgeführt; sandbox;
save store storage persist saved stored speichern gespeichert ablegen abgelegt speicher ablage speicherung sichern persistence; schedule zeitplan;
schema; scope umfang; score; screen bildschirm; script skript; search suche suchen searching; second sekunde sekunden seconds;
secret secrets geheimnis geheimnisse zugangsdaten credentials; section abschnitt; security sicherheit; select auswählen ausgewählt wählen selection;
send sent senden gesendet verschicken verschickt versenden versendet schicken versand dispatch; sensor; separate getrennt trennen;
separator trennzeichen delimiter; server; service dienst services dienste; session sitzung sessions sitzungen; share teilen geteilt shared;
shipping lieferversand; shop; shortcut keybinding keyboardshortcut tastenkürzel tastenkombination hotkey keybind; sidebar seitenleiste;
sign signature signatur signieren signed signiert; simplify vereinfachen; single einzeln einzelne einzelner;
size größe groß large grösse width big sizes; skip überspringen; sort sorted sorting sortieren sortiert sortierung reihenfolge; sound ton audio;
split aufteilen auslagern aufspalten extract aufgeteilt auslagerung extrahieren; sqlite; staging;
start begin beginnen anfangen starten starting beginning; state zustand; status; stock lager bestand; stop stoppen beenden; street straße;
strict streng strikt; string zeichenkette; style styling styled stil design theme gestalten gestaltung; submit absenden abgesendet;
subscribe abonnieren; subscription abo abonnement; suffix; summary summarize summaries zusammenfassung zusammenfassen summarizing;
support unterstützen unterstützung supported; sync synchronize synchronisieren; syntax; tab reiter registerkarte; table tabelle tabellen tables;
target ziel; tax steuer steuern mwst; team; template vorlage; temporary temporär vorübergehend; tenant mandant mandanten; term begriff;
test tests testing spec specs teste testen suite getestet testsuite; text; thread; ticket issue tickets issues; time zeit zeitpunkt uhrzeit;
timeout zeitüberschreitung; timezone zeitzone timezones zeitzonen; title titel überschrift; token; tool werkzeug; tooltip; top oben; tracking;
transaction transaktion transaktionen; translation translate übersetzen übersetzung übersetzungen localization i18n lokalisierung; tree baum;
trigger auslösen ausgelöst auslöser; type typ datentyp typen types; typescript ts; ui userinterface oberfläche benutzeroberfläche gui; unit einheit;
unknown unbekannt; unused unbenutzt unbenutzte unbenutzten ungenutzt ungenutzte ungenutzten;
update upgrade aktualisieren aktualisierung updaten aktualisiert updated upgraded bump;
upload hochladen uploads hochgeladen hochgeladene hochgeladenen uploaded; url urls; user users benutzer nutzer anwender benutzerin; valid gültig;
validate validation validieren validierung validated; value wert werte; variable; view ansicht ansichten; visible sichtbar; wait warten;
warning warnung; web; webhook; websocket websockets ws; week woche wöchentlich weekly; weight gewicht gewichte; white weiß weiss; window fenster;
word wort wörter; work works working arbeiten arbeitet funktionieren funktioniert; worker workers; workflow ablauf; workspace arbeitsbereich;
write schreiben geschrieben writing written; wrong falsch falsche incorrect; year jahr jährlich yearly; yellow gelb; zone
`;

/** Folded words to the word that stands for their group. `fold`: as words of a text are folded before they are looked up. */
export function readSynonyms(fold: (word: string) => string): ReadonlyMap<string, string> {
  const canonical = new Map<string, string>();
  for (const group of groups.split(';')) {
    const [first = '', ...others] = group.trim().split(' ').map(fold);
    // The first group in which a word stands has it.
    for (const word of [first, ...others]) if (!canonical.has(word)) canonical.set(word, first);
  }
  return canonical;
}
