//! Under which addresses a server can be reached: by this machine, and by other devices in its network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The address under which this machine reaches a server that listens here.
pub fn by_itself(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

/// The address under which other devices reach a server that listens here. None if it listens for this
/// machine alone, or if there is no network.
pub fn by_others(listening: SocketAddr) -> Option<SocketAddr> {
    let ip = listening.ip();
    let ip = if ip.is_unspecified() { in_network(ip.is_ipv6())? } else { ip };
    (!ip.is_loopback()).then(|| SocketAddr::new(ip, listening.port()))
}

/// The address that this machine has in its network: the one from which it would send to a far one, which
/// is an example and is not sent to.
fn in_network(also_v6: bool) -> Option<IpAddr> {
    let from = |any: IpAddr, far: IpAddr| {
        let socket = UdpSocket::bind((any, 0)).ok()?;
        socket.connect((far, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified())
    };
    let v4 = from(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into());
    let far = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
    v4.or_else(|| from(Ipv6Addr::UNSPECIFIED.into(), far.into()).filter(|_| also_v6))
}

/// Whether a host as requests name it, with a port or without, is the machine on which the browser runs.
pub fn is_own_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let is_own_address = |ip: IpAddr| ip.is_loopback() || ip.is_unspecified();
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_own_address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn nobody_else_reaches_a_server_that_listens_for_its_machine_alone() {
        for alone in ["127.0.0.1:8080", "127.8.8.8:80", "[::1]:8080"] {
            assert_eq!((by_itself(at(alone)), by_others(at(alone))), (at(alone), None));
        }
    }

    #[test]
    fn an_address_that_was_given_is_the_address() {
        for given in ["192.168.1.5:8080", "[fd00::2]:8080"] {
            assert_eq!((by_itself(at(given)), by_others(at(given))), (at(given), Some(at(given))));
        }
    }

    #[test]
    fn nobody_is_sent_to_an_address_that_is_every_address() {
        assert_eq!(by_itself(at("0.0.0.0:8080")), at("127.0.0.1:8080"));
        assert_eq!(by_itself(at("[::]:8080")), at("[::1]:8080"));
        for any in ["0.0.0.0:8080", "[::]:8080"] {
            // Without a network there is none.
            let others = by_others(at(any));
            assert!(others.is_none_or(|it| !it.ip().is_unspecified() && !it.ip().is_loopback()));
            assert!(others.is_none_or(|it| it.port() == 8080));
        }
    }

    #[test]
    fn what_names_the_machine_of_the_browser() {
        for own in
            ["localhost", "LOCALHOST:8080", "127.0.0.1:80", "[::1]", "[::1]:8080", "0.0.0.0:8080"]
        {
            assert!(is_own_machine(own), "{own}");
        }
        for other in
            ["duel.example", "192.168.1.5:8080", "[fd00::2]:8080", "localhost.example:80", ""]
        {
            assert!(!is_own_machine(other), "{other}");
        }
    }
}
