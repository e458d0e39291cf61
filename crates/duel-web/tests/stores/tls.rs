//! Encrypted connections to PostgreSQL, as the address asks for them.

use std::net::Ipv4Addr;

use duel_web::store::Store;

use super::postgres::{Cluster, Disk, connect};

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn an_address_asks_for_encryption_and_for_checks() {
    let mut cluster = Cluster::start(Disk::Lax);
    // Addresses of this process alone; the certificate is for the first.
    let process = std::process::id();
    let [named, other] = [0, 1].map(|last| Ipv4Addr::from(0x7f00_0000 | (process << 1) | last));
    let authority = cluster.encrypt([named, other]);
    let trusting = format!("sslrootcert={}", authority.display());
    let socket = cluster.database().await;
    let direct = connect(&socket).await;
    let address = |host, settings: &str| format!("postgres://duel@{host}/d0?{settings}");

    for (host, settings, is_encrypted) in [
        (named, "sslmode=disable".to_owned(), false),
        (other, String::new(), true),
        (other, "sslmode=require".to_owned(), true),
        (other, format!("sslmode=verify-ca&{trusting}"), true),
        (named, format!("{trusting}&sslmode=verify-full"), true),
    ] {
        let store = Store::open(&address(host, &settings)).await.unwrap();
        let newest = direct.query_one(
            "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
             WHERE application_name = 'duel serve' ORDER BY backend_start DESC LIMIT 1",
            &[],
        );
        assert_eq!(newest.await.unwrap().get::<_, bool>(0), is_encrypted, "{settings}");
        store.close().await;
    }
    for (address, why) in [
        (address(other, &format!("sslmode=verify-full&{trusting}")), "not valid for name"),
        (address(named, "sslmode=verify-full"), "UnknownIssuer"),
        (address(named, "sslmode=verify-ca"), "UnknownIssuer"),
        (address(named, "sslmode=verify-full&sslrootcert=/nowhere/root.pem"), "/nowhere/root.pem"),
        (address(named, "sslmode=maybe"), "sslmode"),
        (format!("{socket}&sslmode=require"), "TLS"),
    ] {
        let error = Store::open(&address).await.err().expect(&address).to_string();
        assert!(error.contains(why), "{address}: {error}");
    }
}
